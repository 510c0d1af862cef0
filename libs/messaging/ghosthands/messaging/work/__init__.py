"""Work between services: sending messages (commands, timers, published answers), and handling each one received."""
