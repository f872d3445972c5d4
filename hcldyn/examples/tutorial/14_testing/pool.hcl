# Half of the cores.
size = cores / 2
