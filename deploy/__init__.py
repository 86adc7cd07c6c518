"""Where everything is put together: settings, the core and screen processes, the command, the scripts."""
