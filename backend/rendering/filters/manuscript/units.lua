-- Numbers and units in the notation of siunitx. Pandoc's own reader drops units that it does not know and misplaces the
-- signs of powers (\SI{1}{\W\per\m\squared\per\K} loses a minus), so none of them is left to it.

local units = {}

local PREFIXES = {
  yocto = "y", zepto = "z", atto = "a", femto = "f", pico = "p", nano = "n", micro = "μ", milli = "m", centi = "c",
  deci = "d", deca = "da", deka = "da", hecto = "h", kilo = "k", mega = "M", giga = "G", tera = "T", peta = "P", exa = "E",
  zetta = "Z", yotta = "Y", kibi = "Ki", mebi = "Mi", gibi = "Gi", tebi = "Ti",
}
-- Units whose name is not their symbol. Any other name stands for itself: \kWh, \mL, \colony.
local SYMBOLS = {
  metre = "m", meter = "m", second = "s", kilogram = "kg", gram = "g", kelvin = "K", mole = "mol", ampere = "A",
  candela = "cd", becquerel = "Bq", degreeCelsius = "°C", celsius = "°C", coulomb = "C", farad = "F", gray = "Gy",
  hertz = "Hz", henry = "H", joule = "J", katal = "kat", lumen = "lm", lux = "lx", newton = "N", ohm = "Ω", pascal = "Pa",
  radian = "rad", siemens = "S", sievert = "Sv", steradian = "sr", tesla = "T", volt = "V", watt = "W", weber = "Wb",
  astronomicalunit = "au", bel = "B", dalton = "Da", day = "d", decibel = "dB", degree = "°", electronvolt = "eV",
  hectare = "ha", hour = "h", litre = "L", liter = "L", arcminute = "′", minute = "min", arcsecond = "″", neper = "Np",
  tonne = "t", percent = "%", angstrom = "Å", year = "yr", week = "wk", molar = "M", Molar = "M", byte = "B",
  atomicmassunit = "u", nauticalmile = "M", barn = "b", kohm = "kΩ", Mohm = "MΩ", mohm = "mΩ",
}
-- Behind `u`, the short form of micro.
local BEHIND_U = {}
for name in ("m s g L l mol A V W J N F H M Pa bar Hz C K Gy Sv eV"):gmatch("%S+") do
  BEHIND_U["u" .. name] = "μ" .. name
end
local POWERS = { square = 2, cubic = 3 }
local POWERS_BEHIND = { squared = 2, cubed = 3 }

-- The units of a text, each with its symbol and the power that it is raised to.
local function read_units(text)
  local found, prefix, power, sign = {}, "", nil, 1
  local function add(symbol)
    found[#found + 1] = { symbol = prefix .. symbol, power = sign * (power or 1) }
    prefix, power, sign = "", nil, 1
  end
  local function raise(by)
    local last = found[#found]
    if last and by then
      last.power = last.power * by
    end
  end
  local at = 1
  while at <= #text do
    local name, after = text:match("^\\(%a+)%s*()", at)
    local literal, behind = text:match("^([%a\x80-\xff%%]+)()", at)
    local script, last = text:match("^%^{?([+-]?%d+)}?()", at)
    if name == "tothe" or name == "raiseto" then
      local by, done = text:match("^{%s*([+-]?[%d.]+)%s*}()", after)
      if name == "tothe" then
        raise(tonumber(by))
      else
        power = tonumber(by)
      end
      after = done or after
    elseif name == "of" then
      local what, done = text:match("^{([^{}]*)}()", after)
      if found[#found] and what then
        found[#found].symbol = found[#found].symbol .. "(" .. what .. ")"
      end
      after = done or after
    elseif name == "per" then
      sign = -1
    elseif POWERS[name] then
      power = POWERS[name]
    elseif POWERS_BEHIND[name] then
      raise(POWERS_BEHIND[name])
    elseif PREFIXES[name] then
      prefix = PREFIXES[name]
    elseif name == "text" or name == "mathrm" or name == "highlight" or name == "cancel" then
      after = after  -- what it holds is read next
    elseif name then
      add(SYMBOLS[name] or BEHIND_U[name] or name)
    elseif literal then
      add(literal)
      after = behind
    elseif script then
      raise(tonumber(script))
      after = last
    elseif text:sub(at, at) == "/" then
      sign = -1
    end
    at = after or at + 1
  end
  return found
end

-- A number as it is printed, and the power of ten behind it, if it has one.
local function read_number(text)
  text = text:gsub("\\pm%s*", "±"):gsub("%+%-", "±"):gsub("[%s~]+", ""):gsub("\\%a+", ""):gsub("[{}]", "")
  text = text:gsub("(%d),(%d)", "%1.%2"):gsub("%f[%d.]%.(%d)", "0.%1")
  local mantissa, exponent = text:match("^(.-)[eEdD]([+-]?%d+)$")
  mantissa = (mantissa or text):gsub("-", "−"):gsub("±", " ± "):gsub("x", " × ")
  return mantissa, exponent and exponent:gsub("%+", ""):gsub("-", "−") or nil
end

-- The pieces of a quantity: words, each perhaps with a superscript.
local function quantity(number, unit)
  local pieces = {}
  if number then
    local mantissa, exponent = read_number(number)
    if exponent then
      mantissa = (mantissa ~= "" and mantissa .. " × " or "") .. "10"
    end
    pieces[1] = { words = mantissa, power = exponent }
  end
  for at, each in ipairs(unit and read_units(unit) or {}) do
    local close = #pieces == 0 or at == 1 and each.symbol:match("^[°′″]$")
    local power = each.power ~= 1 and string.format("%g", each.power):gsub("-", "−") or nil
    pieces[#pieces + 1] = { words = (close and "" or "\u{00A0}") .. each.symbol, power = power }
  end
  return pieces
end

local function angle(text)
  local words = ""
  local signs, at = { "°", "′", "″" }, 0
  for part in (text .. ";"):gmatch("([^;]*);") do
    at = at + 1
    if part ~= "" and signs[at] then
      words = words .. read_number(part) .. signs[at]
    end
  end
  return { { words = words } }
end

local function range(from, to, unit)
  local pieces = quantity(from)
  pieces[#pieces + 1] = { words = "–" }
  for _, piece in ipairs(quantity(to, unit)) do
    pieces[#pieces + 1] = piece
  end
  return pieces
end

-- How many arguments each command has, and what it prints.
local COMMANDS = {
  SI = { 2, quantity }, qty = { 2, quantity }, num = { 1, quantity }, ang = { 1, angle },
  si = { 1, function(unit) return quantity(nil, unit) end }, unit = { 1, function(unit) return quantity(nil, unit) end },
  SIrange = { 3, range }, qtyrange = { 3, range }, numrange = { 2, range },
}

-- The text with each quantity replaced by what `written` makes of its pieces.
local function replaced(text, written)
  local out, at = {}, 1
  for start, name, after in text:gmatch("()\\(%a+)%*?()") do
    local command = COMMANDS[name]
    if command and start >= at then
      local behind = text:match("^%s*%b[]()", after) or after
      local arguments = {}
      for number = 1, command[1] do
        local held, done = text:match("^%s*(%b{})()", behind)
        if not held then
          break
        end
        arguments[number], behind = held:sub(2, -2), done
      end
      if #arguments == command[1] then
        out[#out + 1] = text:sub(at, start - 1) .. written(command[2](table.unpack(arguments)))
        at = behind
      end
    end
  end
  return table.concat(out) .. text:sub(at)
end

local function joined(pieces, form, raised)
  local out = {}
  for _, piece in ipairs(pieces) do
    out[#out + 1] = form(piece.words) .. (piece.power and raised(piece.power) or "")
  end
  return table.concat(out)
end

-- The text of a formula, with quantities that any converter reads.
function units.in_formula(text)
  return replaced(text, function(pieces)
    return joined(pieces, function(words)
      return "\\text{" .. words:gsub("%%", "\\%%") .. "}"
    end, function(power)
      return "^{" .. power:gsub("−", "-") .. "}"
    end)
  end)
end

-- LaTeX outside of formulas, with quantities that any converter reads.
function units.in_text(text)
  return replaced(text, function(pieces)
    return joined(pieces, function(words)
      return (words:gsub("%%", "\\%%"):gsub("\u{00A0}", "~"))
    end, function(power)
      return "\\textsuperscript{" .. power .. "}"
    end)
  end)
end

return units
