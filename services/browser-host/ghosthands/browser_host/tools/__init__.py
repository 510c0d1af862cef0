"""The browser tools: browsers without a job, for whoever asks by name; nothing can be sent from one."""
