function "even" {
  params = [n]
  result = n == 0 ? true : odd(n - 1)
}

function "odd" {
  params = [n]
  result = n == 0 ? false : even(n - 1)
}

workers = even(2) ? 2 : 4
