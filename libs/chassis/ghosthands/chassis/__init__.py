"""The common base of every service: settings, logs, metrics, health, start and stop.

A service's `__main__`, the same in all seven::

    from ghosthands.chassis.run import run
    from ghosthands.planner.service import build
    from ghosthands.planner.settings import Settings

    if __name__ == "__main__":
        run(build, Settings)

and its `build`::

    async def build(settings: Settings, context: Context) -> Service:
        pool = await context.reach("postgres", lambda: asyncpg.create_pool(settings.database_dsn()))
        return Service(pullers=[...], checks={"postgres": ...}, on_stop=pool.close)
"""
