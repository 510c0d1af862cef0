"""The commands' implementations, a file each; `commandline` defines their arguments."""
