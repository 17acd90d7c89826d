/** Characters that move the cursor, colour, ring or reorder text instead of showing themselves. */
const invisible = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** How CI systems spell commands in what a step prints: GitHub at the start of a line, others anywhere. */
const commands = /^([^\S\n]*):(?=:)|#(?=#\[|#vso\[|#teamcity\[)/gm

function hexadecimal(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/**
 * Returns a text as a terminal or a log may have it: control characters stand as `\x1b`, and nothing in it is a workflow
 * command. Line breaks and tabs stay. For whatever comes from a service, a database or a file.
 */
export function printable(text: string): string {
  return text
    .replaceAll(invisible, hexadecimal)
    .replaceAll(commands, (match, indent: string | undefined) =>
      indent === undefined ? hexadecimal('#') : `${indent}${hexadecimal(match.slice(-1))}`,
    )
}
