/** Invisible characters that control the terminal or change the direction of text. */
const invisible = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Commands that CI systems read from the output of a step: GitHub at the start of a line, the others anywhere. */
const commands = /^[^\S\n\r\u2028\u2029]*::|##(?:\[|vso\[|teamcity\[)/gm

function hexadecimal(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/**
 * Makes a string from a service, a database or a file safe to print in a terminal or CI log. Escapes control
 * characters (such as `\x1b`) and workflow commands. Keeps line breaks and tabs.
 */
export function printable(text: string): string {
  return text
    .replaceAll(invisible, hexadecimal)
    .replaceAll(commands, (match) =>
      match.startsWith('#') ? `${hexadecimal('#')}${match.slice(1)}` : `${match.slice(0, -2)}${hexadecimal(':')}:`,
    )
}
