interval = 60

alert "disk" {
  when = free < 10
}

alert "load" {
  when    = load > cores * 2
  message = "${team}: the load is high."
}
