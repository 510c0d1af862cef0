"""What the commands do, a file each; `commandline` says how they are called."""
