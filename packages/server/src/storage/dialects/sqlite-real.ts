/**
 * SQL text of a REAL that is not NULL, such that `JSON.parse` gives the same double back, in as few digits as can be told.
 *
 * SQLite's own JSON keeps 15 digits, and neither `printf('%!.17g')` nor `cast(text as real)` is exact to the last bit (both
 * miss about one double in 100,000). So 15 and then 16 digits are tried and proven by arithmetic that IEEE 754 rounds
 * correctly: an integer of at most 2^53 divided or multiplied by a power of ten of at most 10^22. What fails that is written
 * with 18 digits, which identify every double.
 */
export function realJson(x: string): string {
  return digitsOf(x, 18)
}

/**
 * The same as text that is searched, spelt as PostgreSQL does: `0.30000000000000004` and `1e-07`. What needs 17 digits has
 * 17, of which SQLite gets the last one wrong by one for about one such double in 25: good for looking at, not for JSON.
 */
export function realText(x: string): string {
  return `replace(${digitsOf(x, 17)}, '.0e', 'e')`
}

function digitsOf(x: string, most: number): string {
  return [
    `case when abs(${x}) < 1e15 and ${x} = cast(${x} as integer) then cast(cast(${x} as integer) as text)`,
    // Most numbers have few decimals: the same proof by arithmetic alone, seven times faster.
    fewDecimals(x, '1e9', '1e6'),
    fewDecimals(x, '1e6', '1e9'),
    shortest(x, 15),
    shortest(x, 16),
    `else printf('%!.${most}g', ${x}) end`,
  ].join(' ')
}

/** At most 15 digits stand before and after the point: the integer that they make is exact, and so is its division. */
function fewDecimals(x: string, limit: string, scale: string): string {
  const integer = `cast(${x} * ${scale} + iif(${x} < 0, -0.5, 0.5) as integer)`
  return `when abs(${x}) < ${limit} and ${integer} / ${scale} = ${x} then printf('%!.15g', ${x})`
}

function shortest(x: string, digits: number): string {
  const text = `printf('%!.${digits}g', ${x})`
  // Plain notation: the digits without the point, over ten to the number of decimals.
  const significand = `cast(replace(${text}, '.', '') as integer)`
  const decimals = `(length(${text}) - instr(${text}, '.'))`
  // Exponent notation: as many decimals as before the e, less the exponent.
  const mark = `instr(${text}, 'e')`
  const mantissa = `cast(replace(substr(${text}, 1, ${mark} - 1), '.', '') as integer)`
  const scale = `(${mark} - 1 - instr(${text}, '.') - cast(substr(${text}, ${mark} + 1) as integer))`
  const exact = (integer: string) => `abs(${integer}) <= 9007199254740992`
  const power = (exponent: string) => `cast('1e' || (${exponent}) as real)`
  return [
    `when ${mark} = 0 and ${exact(significand)} and ${significand} / ${power(decimals)} = ${x} then ${text}`,
    `when ${mark} > 0 and ${exact(mantissa)} and ${scale} between 0 and 22 and ${mantissa} / ${power(scale)} = ${x} then ${text}`,
    `when ${mark} > 0 and ${exact(mantissa)} and ${scale} between -22 and -1 and ${mantissa} * ${power(`-${scale}`)} = ${x} then ${text}`,
  ].join(' ')
}
