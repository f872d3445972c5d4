workers {
  count = 2
}
