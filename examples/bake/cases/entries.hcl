# Entries as strings and as objects.
target "default" {
  cache-from = ["user/app:a,user/app:b", "TYPE=s3,\"name=a,b\"", { type = "local", src = "cache" }]
  cache-to   = ["type=inline"]
  output     = ["type=image,push=true", { type = "docker", force = true }, "out"]
  secret     = ["type=env,id=token,src=TOKEN", { id = "key", env = "KEY" }]
  attest     = ["type=provenance,mode=max", { type = "sbom", disabled = true }]
  annotations = [
    "index:org.example.title=App ${"$"}{name}",
  ]
  resources = {
    memory     = "512m"
    cpu-shares = 5
  }
}
