/**
 * SQL for a REAL that is not NULL as JSON text, from which `JSON.parse` returns the same double, with as few
 * digits as possible.
 *
 * SQLite's own JSON keeps 15 digits. Neither `printf('%!.17g')` nor `cast(text as real)` is exact to the last
 * bit; both are wrong for about one double in 100,000. So the SQL tries 15 and then 16 digits, and checks
 * each by arithmetic that IEEE 754 rounds correctly: it divides or multiplies an integer of at most 2^53 by a
 * power of ten of at most 10^22. If both checks fail, it prints 18 digits, which identify every double.
 */
export function realJson(x: string): string {
  return digitsOf(x, 18)
}

/**
 * SQL for a REAL that is not NULL as text for searches, in PostgreSQL's notation: `0.30000000000000004` and
 * `1e-07`. A number that needs 17 digits has 17. SQLite gets the last digit wrong by one for about one such
 * double in 25, so this is for searches, not for JSON.
 */
export function realText(x: string): string {
  return `replace(${digitsOf(x, 17)}, '.0e', 'e')`
}

function digitsOf(x: string, most: number): string {
  return [
    `case when abs(${x}) < 1e15 and ${x} = cast(${x} as integer) then cast(cast(${x} as integer) as text)`,
    // Most numbers have few decimals. For them the check needs arithmetic only, which is seven times faster.
    fewDecimals(x, '1e9', '1e6'),
    fewDecimals(x, '1e6', '1e9'),
    shortest(x, 15),
    shortest(x, 16),
    `else printf('%!.${most}g', ${x}) end`,
  ].join(' ')
}

/** The number has at most 15 digits, so the integer that consists of its digits is exact, and so is the division. */
function fewDecimals(x: string, limit: string, scale: string): string {
  const integer = `cast(${x} * ${scale} + iif(${x} < 0, -0.5, 0.5) as integer)`
  return `when abs(${x}) < ${limit} and ${integer} / ${scale} = ${x} then printf('%!.15g', ${x})`
}

function shortest(x: string, digits: number): string {
  const text = `printf('%!.${digits}g', ${x})`
  // Plain notation: `significand` is the digits without the point. The check divides it by 10^`decimals`.
  const significand = `cast(replace(${text}, '.', '') as integer)`
  const decimals = `(length(${text}) - instr(${text}, '.'))`
  // Exponent notation: `scale` is the number of decimals before the e, minus the exponent.
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
