"""The providers of this host, as configured by its settings."""

from __future__ import annotations

import httpx

from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.driving.faults import ChromiumFault
from ghosthands.browser_host.providers.adspower.client import AdsPower
from ghosthands.browser_host.providers.adspower.limiter import Limiter
from ghosthands.browser_host.providers.adspower.pool import Pool
from ghosthands.browser_host.providers.adspower.provider import AdsPowerProvider
from ghosthands.browser_host.providers.desktop import Desktops
from ghosthands.browser_host.providers.local import LocalProvider
from ghosthands.browser_host.providers.operator import OperatorProvider
from ghosthands.browser_host.providers.provider import Provider
from ghosthands.browser_host.providers.registry import Driving, Providers
from ghosthands.browser_host.providers.spares import count_by_memory
from ghosthands.browser_host.providers.user_data_dirs import UserDataDirs
from ghosthands.browser_host.settings import Settings
from ghosthands.domain.provider import ProviderName


def providers(settings: Settings, driver: Driver, desktops: Desktops) -> Providers:
    """Return the providers that the settings ask for."""
    root = settings.user_data_root
    known: dict[ProviderName, Provider] = {
        ProviderName.LOCAL: LocalProvider(
            UserDataDirs(root),
            desktops,
            allowed_hosts=settings.allowed_private_hosts,
            headed=settings.headed,
            on_desktop=settings.desktop,
        ),
    }
    driving = Driving(driver, settings.allowed_private_hosts, ChromiumFault.planned(), settings.pace)
    spares = count_by_memory() if settings.spare_browsers is None else settings.spare_browsers
    every = Providers(
        known,
        UserDataDirs(root),
        driving,
        spares=0 if settings.headed else spares,
        replaces_spares=settings.replace_spares,
    )
    known[ProviderName.OPERATOR] = OperatorProvider(
        UserDataDirs(root / ProviderName.OPERATOR), hosts=settings.operator_hosts, ports=settings.operator_ports
    )
    if settings.adspower_url is not None:
        known[ProviderName.ADSPOWER] = _adspower(settings, settings.adspower_url)
    return every


def _adspower(settings: Settings, url: str) -> AdsPowerProvider:
    folders = UserDataDirs(settings.user_data_root / ProviderName.ADSPOWER)
    file = settings.adspower_api_key_file
    api = AdsPower(
        httpx.AsyncClient(base_url=url, trust_env=False),
        Limiter(settings.adspower_per_second),
        api_key=file.read_text().strip() if file is not None else None,
    )
    return AdsPowerProvider(
        api,
        Pool(folders, cooldown_seconds=settings.adspower_cooldown_seconds),
        folders,
        profile_ids=settings.adspower_profiles,
        headed=settings.headed,
        warm=settings.adspower_warm,
    )
