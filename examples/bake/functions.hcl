# Functions that buildx has and hcldyn's library has not, or with another meaning.

function "absolute" {
  params = [number]
  result = abs(number)
}

function "add" {
  params = [a, b]
  result = a + b
}

function "subtract" {
  params = [a, b]
  result = a - b
}

function "multiply" {
  params = [a, b]
  result = a * b
}

function "divide" {
  params = [a, b]
  result = a / b
}

function "modulo" {
  params = [a, b]
  result = a % b
}

function "negate" {
  params = [number]
  result = -number
}

function "int" {
  params = [number]
  result = number < 0 ? ceil(number) : floor(number)
}

function "and" {
  params = [a, b]
  result = a && b
}

function "or" {
  params = [a, b]
  result = a || b
}

function "equal" {
  params = [a, b]
  result = a == b
}

function "notequal" {
  params = [a, b]
  result = a != b
}

function "not" {
  params = [a]
  result = !a
}

function "greaterthan" {
  params = [a, b]
  result = a > b
}

function "greaterthanorequalto" {
  params = [a, b]
  result = a >= b
}

function "lessthan" {
  params = [a, b]
  result = a < b
}

function "lessthanorequalto" {
  params = [a, b]
  result = a <= b
}

function "hasindex" {
  params = [collection, key]
  result = can(collection[key])
}

# In Terraform, the position of a value.
function "index" {
  params = [collection, key]
  result = collection[key]
}

function "indexof" {
  params = [list, value]
  result = index(list, value)
}

function "sethaselement" {
  params = [set, value]
  result = contains(set, value)
}

function "setsymmetricdifference" {
  params = [a, b]
  result = setsubtract(setunion(a, b), setintersection(a, b))
}

function "strlen" {
  params = [text]
  result = length(join("", [text]))
}

# A number with a fraction is an error.
function "signum" {
  params = [number]
  result = [signum(number)][number == floor(number) ? 0 : 1]
}

# In Terraform, empty strings are skipped, too.
function "coalesce" {
  params         = []
  variadic_param = values
  result         = [for value in values : value if value != null][0]
}

# In Terraform, the inverse order of a list.
function "reverse" {
  params = [text]
  result = strrev(text)
}

function "reverselist" {
  params = [list]
  result = reverse(list)
}

# In Terraform, a text with slashes around it is a regular expression.
function "replace" {
  params = [text, old, new]
  result = join(new, split(old, text))
}

function "regex_replace" {
  params = [text, pattern, new]
  result = replace(text, "/${pattern}/", new)
}

function "sanitize" {
  params = [text]
  result = replace(text, "/[^A-Za-z0-9_-]/", "_")
}

# A time in RFC 3339, or a number of seconds since 1970. The format "X" is that number.
function "formattimestamp" {
  params = [format, time]
  result = with(
    { time = try(timeadd("1970-01-01T00:00:00Z", "${time}s"), timeadd(time, "0s")) },
    with(
      # A year begins in March, so that its last day is the additional one of leap years.
      {
        year  = formatdate("YYYY", time) - (formatdate("M", time) < 3 ? 1 : 0)
        month = (formatdate("M", time) + 9) % 12
        hours = formatdate("h", time) * 60 + formatdate("m", time)
      },
      format != "X" ? formatdate(format, time) : format("%d", (
        365 * year + floor(year / 4) - floor(year / 100) + floor(year / 400) +
        floor((153 * month + 2) / 5) + formatdate("D", time) - 719469
      ) * 86400 + hours * 60 + formatdate("s", time))
    )
  )
}

# The parts of a time in seconds since 1970. The week of a day has the year and the number of its Thursday.
function "unixtimestampparse" {
  params = [seconds]
  result = with(
    {
      time = timeadd("1970-01-01T00:00:00Z", "${seconds}s")
      day  = floor(seconds / 86400)
    },
    with(
      { thursday = day - (day + 3) % 7 + 3 },
      with(
        {
          years = [for at in [day, thursday] : formatdate("YYYY", timeadd("1970-01-01T00:00:00Z", "${at * 86400}s"))]
        },
        with(
          { first = [for y in years : 365 * (y - 1970) + floor((y - 1969) / 4) - floor((y - 1901) / 100) + floor((y - 1601) / 400)] },
          {
            year         = tonumber(years[0])
            year_day     = day - first[0] + 1
            day          = tonumber(formatdate("D", time))
            month        = tonumber(formatdate("M", time))
            month_name   = formatdate("MMMM", time)
            weekday      = (day + 4) % 7
            weekday_name = formatdate("EEEE", time)
            hour         = tonumber(formatdate("h", time))
            minute       = tonumber(formatdate("m", time))
            second       = tonumber(formatdate("s", time))
            rfc3339      = time
            iso_year     = tonumber(years[1])
            iso_week     = floor((thursday - first[1]) / 7) + 1
          }
        )
      )
    )
  )
}

# Returns true if a version meets a constraint, such as "^1.2 || >= 3". A prerelease meets none of those without one.
function "semvercmp" {
  params = [version, constraint]
  result = with(
    { found = regex("^v?([0-9]+)[.]?([0-9]*)[.]?([0-9]*)(-?)", version) },
    with(
      { number = parseint(found[0], 10) * 1e12 + parseint("0${found[1]}", 10) * 1e6 + parseint("0${found[2]}", 10) },
      anytrue([for part in split("||", replace(constraint, "/([^ ]+) +- +([^ ]+)/", ">=$1 <=$2")) : alltrue([
        for it in regexall("([<>=!~^]*) *v?([0-9]+)[.]?([0-9xX*]*)[.]?([0-9xX*]*)", part) : with(
          {
            major    = parseint(it[1], 10)
            minor    = try(parseint(it[2], 10), 0)
            is_major = !can(parseint(it[2], 10))
            is_minor = !can(parseint(it[3], 10))
            first    = parseint(it[1], 10) * 1e12 + try(parseint(it[2], 10), 0) * 1e6 + try(parseint(it[3], 10), 0)
          },
          with(
            {
              of_minor = is_major ? (major + 1) * 1e12 : major * 1e12 + (minor + 1) * 1e6
              end      = is_major || is_minor ? (is_major ? (major + 1) * 1e12 : major * 1e12 + (minor + 1) * 1e6) : first + 1
            },
            found[3] == "" && {
              ""   = number >= first && number < end
              "="  = number >= first && number < end
              "!=" = number < first || number >= end
              ">"  = number >= end
              ">=" = number >= first
              "<"  = number < first
              "<=" = number < end
              "~"  = number >= first && number < of_minor
              "^"  = number >= first && number < (major > 0 || is_major ? (major + 1) * 1e12 : minor > 0 || is_minor ? (minor + 1) * 1e6 : end)
            }[it[0]]
          )
        )
      ])])
    )
  )
}
