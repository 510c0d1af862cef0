"""Pages that send by themselves what was filled in: one form, and a hundred ways out of it."""

from __future__ import annotations

from dataclasses import dataclass

FORM = """<!doctype html><meta charset=utf-8><title>Apply: Engineer</title><h1>Apply for Engineer</h1>
<form id=f method=post action="/{name}/sent" enctype="{enctype}">
<label>First name <input name=first_name required autocomplete=given-name></label>
<label>Last name <input name=last_name required autocomplete=family-name></label>
<label>Email <input type=email name=email required autocomplete=email></label>
<label>Phone <input type=tel name=phone autocomplete=tel></label>
<button type=submit>Submit application</button></form>
<script>
const at = "/{name}/sent", form = document.getElementById("f"), fields = [...form.querySelectorAll("input")];
const values = () => Object.fromEntries(fields.map((one) => [one.name, one.value]));
const json = () => JSON.stringify(values()), query = () => new URLSearchParams(values()).toString();
const post = (body, more = {{}}) => fetch(at, {{ method: "POST", body, ...more }}).catch(() => 0);
const element = (html) => {{
  const box = document.createElement("div");
  box.innerHTML = html;
  return document.body.appendChild(box.firstChild);
}};
{before}
const filled = setInterval(async () => {{
  if (!fields.every((one) => one.value)) return;
  clearInterval(filled);
  await new Promise((done) => setTimeout(done, {wait}));
  {act}
}}, 20);
</script>"""


@dataclass(frozen=True)
class Hostile:
    """What a page does once its form is filled."""

    act: str
    #: what it prepares as it loads
    before: str = ""
    #: milliseconds from the last value on
    wait: int = 0
    enctype: str = "application/x-www-form-urlencoded"
    #: whether anything is to be told: what a page vetoed by itself never got as far as the network
    told: bool = True

    def html(self, name: str) -> str:
        """The page."""
        return FORM.format(name=name, before=self.before, act=self.act, wait=self.wait, enctype=self.enctype)


_WORKER = "onmessage = (said) => fetch(said.data[0], { method: 'POST', body: said.data[1] })"
_SERVICE = "navigator.serviceWorker.register(`${location.pathname}/worker.js`, { scope: location.pathname })"

#: by name: what may leave is nothing that carries most of what was filled in, ever
HOSTILE: dict[str, Hostile] = {
    "fetch-json": Hostile("post(json())"),
    "fetch-later": Hostile("post(json())", wait=400),
    "fetch-query": Hostile("fetch(at + '?' + query()).catch(() => 0)"),
    "fetch-query-spaces": Hostile("fetch(at + '?' + query().replaceAll('+', '%20')).catch(() => 0)"),
    "fetch-base64": Hostile("post(btoa(json()))"),
    "fetch-base64-in-json": Hostile("post(JSON.stringify({ data: btoa(json()) }))"),
    "fetch-base64-each": Hostile("post(Object.values(values()).map((one) => btoa(one)).join('.'))"),
    "fetch-json-escaped": Hostile(
        "post([...json()].map((one) => '\\\\u' + one.charCodeAt(0).toString(16).padStart(4, '0')).join(''))"
    ),
    "fetch-blob": Hostile("post(new Blob([json()]))"),
    "fetch-stream": Hostile("post(new Blob([json()]).stream(), { duplex: 'half' })"),
    "fetch-gzip": Hostile(
        "post(await new Response(new Blob([json()]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer())"
    ),
    "fetch-xored": Hostile("post(new TextEncoder().encode(json()).map((one) => one ^ 0xa5))"),
    "fetch-form-data": Hostile("post(new FormData(form))"),
    "fetch-keepalive": Hostile("post(json(), { keepalive: true })"),
    "fetch-put": Hostile("post(json(), { method: 'PUT' })"),
    "xhr": Hostile("const x = new XMLHttpRequest(); x.open('POST', at); x.send(query())"),
    "beacon": Hostile("navigator.sendBeacon(at, json())"),
    "beacon-on-hide": Hostile(
        "dispatchEvent(new Event('pagehide'))",
        before="addEventListener('pagehide', () => navigator.sendBeacon(at, json()))",
    ),
    "image": Hostile("new Image().src = at + '?' + query()"),
    "script": Hostile(
        "document.head.append(Object.assign(document.createElement('script'), { src: at + '?' + query() }))"
    ),
    "stylesheet": Hostile(
        "document.head.append(Object.assign(document.createElement('link'),"
        "{ rel: 'stylesheet', href: at + '?' + query() }))"
    ),
    "prefetch": Hostile(
        "document.head.append(Object.assign(document.createElement('link'),"
        "{ rel: 'prefetch', href: at + '?' + query() }))"
    ),
    "event-source": Hostile("new EventSource(at + '?' + query())"),
    "web-socket": Hostile("new WebSocket(`ws://${location.host}${at}?` + query())", told=False),
    "request-submit": Hostile("form.requestSubmit()", wait=400),
    "request-submit-at-once": Hostile("form.requestSubmit()", told=False),
    "form-submit": Hostile("form.submit()", wait=400),
    "form-multipart": Hostile("form.submit()", wait=400, enctype="multipart/form-data"),
    "form-get": Hostile("form.method = 'get'; form.submit()", wait=400),
    "form-in-new-tab": Hostile("form.target = '_blank'; form.submit()", wait=400),
    "form-of-a-frame": Hostile(
        "const frame = element('<iframe></iframe>'); frame.contentWindow.HTMLFormElement.prototype.submit.call(form)"
    ),
    "iframe-srcdoc": Hostile(
        "element('<iframe></iframe>').srcdoc ="
        "`<script>fetch('${at}', { method: 'POST', body: '${json()}' })<${''}/script>`"
    ),
    "iframe-blob": Hostile(
        "element('<iframe></iframe>').src = URL.createObjectURL(new Blob([`<script>fetch('${location.origin}${at}',"
        "{ method: 'POST', body: '${json()}' })<${''}/script>`], { type: 'text/html' }))"
    ),
    "iframe-form": Hostile(
        "const frame = element('<iframe></iframe>').contentDocument; const copy = frame.createElement('form');"
        "copy.method = 'post'; copy.action = at; for (const [name, value] of Object.entries(values()))"
        "copy.append(Object.assign(frame.createElement('input'), { name, value })); frame.body.append(copy);"
        "copy.submit()"
    ),
    "popup": Hostile(
        "const opened = window.open(''); opened?.fetch(location.origin + at, { method: 'POST', body: json() })",
        told=False,
    ),
    "worker": Hostile(
        "worker.postMessage([location.origin + at, json()])",
        before=f'const worker = new Worker(URL.createObjectURL(new Blob(["{_WORKER}"])))',
    ),
    "shared-worker": Hostile(
        "worker.port.postMessage([location.origin + at, json()])",
        before="const worker = new SharedWorker(location.pathname + '/shared.js')",
    ),
    "service-worker": Hostile(
        "const ready = await navigator.serviceWorker.ready; ready.active.postMessage([location.origin + at, json()])",
        before=_SERVICE,
    ),
    "declared-root": Hostile(
        "const inner = host.shadowRoot.querySelector('form'); for (const [name, value] of Object.entries(values()))"
        "inner.append(Object.assign(document.createElement('input'), { name, value })); inner.requestSubmit()",
        before="document.body.setHTMLUnsafe; const host = Document.parseHTMLUnsafe("
        "'<div><template shadowrootmode=open><form method=post action=\"' + at + '\"></form></template></div>')"
        ".body.firstChild; document.body.append(host)",
        wait=400,
    ),
    "guard-found": Hostile(
        "for (const name of Object.getOwnPropertyNames(window).filter((one) => /^_[0-9a-f]{32}$/.test(one)))"
        "{ window[name](0); window[name](-1) } form.requestSubmit()",
        wait=400,
    ),
    "guard-found-at-once": Hostile(
        "for (const name of Object.getOwnPropertyNames(window).filter((one) => /^_[0-9a-f]{32}$/.test(one)))"
        "window[name](0); form.requestSubmit()",
        told=False,
    ),
    "no-prevent-default": Hostile(
        "form.requestSubmit()",
        before="Event.prototype.preventDefault = Event.prototype.stopImmediatePropagation = () => {}",
        told=False,
    ),
    "no-prevent-default-later": Hostile(
        "form.requestSubmit()",
        before="Event.prototype.preventDefault = Event.prototype.stopImmediatePropagation = () => {}",
        wait=400,
    ),
    "two-thirds": Hostile("post(JSON.stringify({ a: values().first_name, b: values().last_name, c: values().email }))"),
    "again-and-again": Hostile("setInterval(() => post(json()), 100)"),
}

#: lesser parts, which a real form needs: they pass, and are told
LESSER: dict[str, Hostile] = {
    "lookup": Hostile("fetch(at + '?email=' + encodeURIComponent(values().email))"),
    "check-email": Hostile("post(JSON.stringify({ email: values().email }))"),
}

SERVICE_WORKER = f"{_WORKER}; oninstall = () => skipWaiting(); onactivate = (one) => one.waitUntil(clients.claim())"
SHARED_WORKER = """onconnect = (one) => { one.ports[0].onmessage = (said) =>
  fetch(said.data[0], { method: 'POST', body: said.data[1] }) }"""
