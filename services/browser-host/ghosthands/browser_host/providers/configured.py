"""The providers of this host, as its settings have them."""

from __future__ import annotations

from ghosthands.browser_host.driver import Driver
from ghosthands.browser_host.faults import ChromiumFault
from ghosthands.browser_host.profiles import Profiles
from ghosthands.browser_host.providers.local import LocalProvider
from ghosthands.browser_host.providers.operator import OperatorProvider
from ghosthands.browser_host.providers.provider import Provider
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.settings import Settings
from ghosthands.domain.provider import ProviderName


def providers(settings: Settings, driver: Driver) -> Providers:
    """All there are here."""
    root = settings.profiles_dir
    known: dict[ProviderName, Provider] = {
        ProviderName.LOCAL: LocalProvider(Profiles(root), headed=settings.headed),
        ProviderName.OPERATOR: OperatorProvider(Profiles(root / ProviderName.OPERATOR), hosts=settings.operator_hosts),
    }
    driving = Driving(driver, settings.allowed_private_hosts, ChromiumFault.planned(), settings.pace)
    return Providers(known, Profiles(root), driving)
