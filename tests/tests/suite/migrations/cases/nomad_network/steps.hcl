remove "mbits" {
  note = "Bandwidth is not reserved anymore."
  path = "job.group.task.resources.network.mbits"
}

move "network" {
  from = "job.group.task.resources.network"
  to   = "job.group.network"
}
