"""What every service stands on: settings, logs, metrics, health, start and stop."""
