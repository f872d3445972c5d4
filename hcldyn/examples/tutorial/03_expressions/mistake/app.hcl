greeting = shuot("Hello")
cache_mb = 4 * "many"
hosts    = [for n in range(1, 4) : "web-${n}.${zon}.example"]
