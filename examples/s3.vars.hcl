# What the S3 bucket module's main.tf refers to, for `terraform_module` and `hcldyn expand`.

var = {
  region                                 = "eu-central-1"
  expected_bucket_owner                  = null
  is_directory_bucket                    = false
  transition_default_minimum_object_size = "varies_by_storage_class"
}

local = {
  create_bucket = true

  cors_rules = [
    {
      allowed_methods = ["PUT", "POST"]
      allowed_origins = ["https://a.example", "https://b.example"]
      allowed_headers = ["*"]
      expose_headers  = ["ETag"]
      max_age_seconds = 3000
    },
    {
      id              = "read"
      allowed_methods = ["GET"]
      allowed_origins = ["*"]
    },
  ]

  lifecycle_rules = [
    {
      id      = "logs"
      enabled = true

      abort_incomplete_multipart_upload_days = 7

      filter = {
        tags = {
          kind  = "log"
          level = "debug"
        }
      }

      transition = [
        { days = 30, storage_class = "ONEZONE_IA" },
        { days = 60, storage_class = "GLACIER" },
      ]

      expiration = { days = 90, expired_object_delete_marker = true }

      noncurrent_version_expiration = { newer_noncurrent_versions = 5, days = 30 }
    },
    {
      id     = "archive"
      status = "enabled"
      filter = { prefix = "archive/" }

      noncurrent_version_transition = [
        { noncurrent_days = 10, storage_class = "STANDARD_IA" },
        { days = 20, storage_class = "GLACIER" },
        { days = 30, newer_noncurrent_versions = 2, storage_class = "DEEP_ARCHIVE" },
      ]
    },
    {
      id      = "off"
      enabled = false
    },
  ]
}

aws_s3_bucket = {
  this = [{ id = "example-bucket", bucket = "example-bucket" }]
}

aws_s3_directory_bucket = {
  this = []
}
