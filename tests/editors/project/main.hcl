region = "${var.zone}-a"
hosts  = [for n in [1, 2] : "${var.zone}-${n}"]
