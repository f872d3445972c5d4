-- Neovim with the settings of docs/editors.md, in a copy of the folder `project`. Prints what its user sees.

local PATIENCE = 30000

local function section(name)
  io.stdout:write("== ", name, "\n")
end

local function print_lines(lines)
  for _, line in ipairs(lines) do
    io.stdout:write((line:gsub("%s+$", "")), "\n")
  end
end

local function wait(what, condition)
  if not vim.wait(PATIENCE, condition, 20) then
    error("no " .. what)
  end
end

-- Runs the first Lua code in the page.
local function configure(page)
  local text = table.concat(vim.fn.readfile(page), "\n")
  assert(load(assert(text:match("```lua\n(.-)\n```"))))()
end

-- Opens a file once the server is attached to it.
local function open(name)
  vim.cmd.edit(name)
  wait("server", function()
    return #vim.lsp.get_clients({ bufnr = 0 }) == 1 and vim.lsp.get_clients({ bufnr = 0 })[1].initialized
  end)
end

local function to(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
end

-- Returns the answer of the server to a request about the open file.
local function ask(method, params)
  local _, answer = next(assert(vim.lsp.buf_request_sync(0, method, params, PATIENCE)))
  return answer.result
end

local function diagnostics()
  open("app.hcl")
  wait("diagnostics", function()
    return #vim.diagnostic.get(0) > 0
  end)
  for _, it in ipairs(vim.diagnostic.get(0)) do
    local place = ("%d:%d: %s [%s] "):format(it.lnum + 1, it.col + 1, vim.diagnostic.severity[it.severity], it.code)
    print_lines(vim.split(place .. it.message, "\n"))
  end
end

local function hover()
  to(4, 3)
  vim.lsp.buf.hover()
  local shown
  wait("hover", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        shown = window
      end
    end
    return shown
  end)
  print_lines(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(shown), 0, -1, false))
  vim.api.nvim_win_close(shown, true)
end

local function completion_in_broken_text()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "", 'service "db" {', "  port = 1 +", "  si" })
  to(vim.api.nvim_buf_line_count(0), 5)
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  params.position.character = 4
  for _, item in ipairs(ask("textDocument/completion", params).items) do
    local described = ask("completionItem/resolve", item)
    print_lines({ ("%s (%s)"):format(item.label, described.detail) })
    print_lines(vim.split(described.documentation.value, "\n"))
  end
  vim.cmd.edit({ bang = true })
end

local function renaming_across_files()
  open("main.hcl")
  to(1, 18)
  -- The server reads the files of the folder after its start.
  wait("references", function()
    local params = vim.lsp.util.make_position_params(0, "utf-16")
    params.context = { includeDeclaration = true }
    return #(ask("textDocument/references", params) or {}) == 3
  end)
  vim.lsp.buf.rename("area")
  wait("new name", function()
    return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find("var.area")
  end)
  print_lines(vim.api.nvim_buf_get_lines(0, 0, -1, false))
  print_lines(vim.api.nvim_buf_get_lines(vim.fn.bufnr("variables.hcl"), 0, -1, false))
end

local function values()
  open("values.hcl")
  local whole = { start = { line = 0, character = 0 }, ["end"] = { line = 100, character = 0 } }
  local document = { uri = vim.uri_from_bufnr(0) }
  for _, hint in ipairs(ask("textDocument/inlayHint", { textDocument = document, range = whole })) do
    print_lines({ ("%d:%d:%s"):format(hint.position.line + 1, hint.position.character + 1, hint.label) })
  end
  to(14, 23)
  local at = vim.lsp.util.make_position_params(0, "utf-16")
  print_lines(vim.split(ask("textDocument/hover", at).contents.value, "\n"))
end

local function formatting()
  open("layout.hcl")
  vim.lsp.buf.format({ timeout_ms = PATIENCE })
  print_lines(vim.api.nvim_buf_get_lines(0, 0, -1, false))
end

local function main()
  configure(vim.env.PAGE)
  for _, step in ipairs({
    { "diagnostics", diagnostics },
    { "hover over port", hover },
    { "completion in broken text", completion_in_broken_text },
    { "values", values },
    { "renaming across files", renaming_across_files },
    { "formatting", formatting },
  }) do
    section(step[1])
    step[2]()
  end
end

local ok, message = xpcall(main, debug.traceback)
if not ok then
  io.stderr:write(message, "\n")
end
vim.cmd(ok and "qall!" or "cquit!")
