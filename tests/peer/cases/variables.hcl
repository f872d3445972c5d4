str      = "hello"
empty    = ""
text     = "naïve café ☃"
digits   = "42"
yes_text = "true"

int  = 7
zero = 0
neg  = -3
frac = 2.5
huge = 123456789012345678901234567890
yes  = true
no   = false

nul      = null
nul_str  = null_of(string)
nul_num  = null_of(number)
nul_bool = null_of(bool)
nul_list = null_of(list(string))
nul_map  = null_of(map(string))
nul_obj  = null_of(object({ a = string }))

words      = as(list(string), ["a", "b", "c"])
no_words   = as(list(string), [])
nums       = as(list(number), [1, 2, 3])
hosts      = as(list(object({ id = number, name = string })), [{ id = 1, name = "one" }, { id = 2, name = "two" }])
names      = as(set(string), ["x", "y"])
num_set    = as(set(number), [10, 9, 100])
no_names   = as(set(string), [])
tags       = as(map(string), { a = "1", b = "2" })
no_tags    = as(map(string), {})
groups     = as(map(list(number)), { even = [2, 4], odd = [1, 3] })
obj        = { a = "x", n = 5, inner = { deep = true, items = [1, 2] } }
no_obj     = {}
tup        = ["t", 1, true]
no_tup     = []
rows       = [[1, 2], [3, [4]]]
recs       = [{ id = 1 }, { id = 2 }]

unk       = unknown(any)
unk_str   = unknown(string)
unk_num   = unknown_not_null(number)
unk_bool  = unknown(bool)
unk_list  = unknown(list(string))
unk_hosts = unknown_not_null(list(object({ id = number })))
unk_set   = unknown(set(string))
unk_map   = unknown(map(string))
unk_obj   = unknown(object({ a = string, b = number }))
unk_tup   = unknown_not_null(tuple([string, number]))
part_list = as(list(string), ["a", unknown(string)])
part_obj  = { a = 1, b = unknown(string) }

secret      = mark("hush")
secret_num  = mark_as("other", 5)
secret_bool = mark(true)
secret_list = mark(as(list(string), ["p", "q"]))
secret_elem = as(list(string), ["a", mark("b")])
secret_map  = mark(as(map(string), { a = "m" }))
secret_obj  = mark({ a = 1, b = "x" })
secret_unk  = mark(unknown(string))
secret_null = mark(null_of(string))
