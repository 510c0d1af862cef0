"""Signing in: an operator's link, which works once, and a guest's, which works for one job while it waits.

A link shows a page with one button; only the button signs in, so a program that opens the links in a person's mail
uses none of them up.
"""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from ghosthands.domain.sentences import begin_sentence
from ghosthands.hitl_gateway.console.access import LinkRefused, Visitor
from ghosthands.hitl_gateway.console.doorkeeper import COOKIE
from ghosthands.hitl_gateway.console.means import ConsoleMeans, Form, go_to


class Doors:
    """The pages by which visitors sign in and out."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means

    async def show(self, request: Request) -> Response:
        """Show the page behind any link, with its button; the button's request reads the link."""
        kind = "guest" if request.url.path.startswith("/link/") else "operator"
        return self._means.pages.show(request, "sign_in.html", kind=kind)

    async def sign_in(self, request: Request) -> Response:
        """Sign an operator in by the link they followed."""
        try:
            visitor = await self._means.access.use_sign_in(request.path_params["token"])
        except LinkRefused as refused:
            return self._refuse(request, refused, "A new one is printed by: ghosthands console")
        return self._let_in(request, visitor, "/")

    async def follow_link(self, request: Request) -> Response:
        """Let a guest in by the link to one job."""
        try:
            visitor = self._means.access.use_guest_link(request.path_params["token"])
        except LinkRefused as refused:
            return self._refuse(request, refused, "Ask whoever sent it for a new one.")
        return self._let_in(request, visitor, f"/jobs/{visitor.job_id}/answer")

    async def sign_out(self, request: Request, _form: Form) -> Response:
        """End the visitor's session, with what it has open anywhere."""
        await self._means.sign_outs.end(request.state.visitor)
        response = go_to("/")
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return response

    def _let_in(self, request: Request, visitor: Visitor, path: str) -> Response:
        response = go_to(path)
        response.set_cookie(
            COOKIE,
            self._means.access.make_cookie(visitor),
            max_age=max(0, int(visitor.expires_at - time.time())),
            path="/",
            secure=request.headers["origin"].startswith("https://"),  # a proxy's connection to us may have no TLS
            httponly=True,
            samesite="strict",
        )
        return response

    def _refuse(self, request: Request, refused: LinkRefused, mend: str) -> Response:
        return self._means.pages.refuse(
            request, 403, "This link does not open anything", f"{begin_sentence(str(refused))}.", mend
        )
