greeting = shout("Hello, ${upper(zone)}")
cache_mb = production ? 4 * 1024 : 64
hosts    = [for n in range(1, 4) : "web-${n}.${zone}.example"]
