/**
 * Units of long texts that functions of the platform or of libraries may take long for: combining marks for
 * `normalize`, brackets for qs, escapes and quotation marks for parsers and for what cleans the log.
 */
const units = {
  letters: 'a',
  'combining marks': '\u0315\u0300\u05ae\u0316',
  'full-width letters': '\uff21',
  expansions: '\ufdfa',
  'Hangul letters': '\u1100\u1161\u11a8',
  'letters that grow in another case': '\u0130\u00df\ufb03',
  'final sigmas': '\u03a3\u02bc',
  'invisible characters': '\u200b\u00ad',
  'directions of text': '\u202e\u2066',
  pictures: '\u{1f469}\u200d',
  'unpaired surrogates': '\ud800',
  'control characters': '\u0001',
  'NUL characters': '\0',
  'line breaks': '\r\n',
  spaces: ' ',
  'other spaces': '\u3000\u00a0',
  quotes: '"',
  apostrophes: "'",
  backslashes: '\\',
  'opening brackets': '[',
  brackets: '[]',
  braces: '{}(',
  dots: '.',
  commas: ',',
  colons: ':',
  'percent signs': '%',
  escapes: '%25',
  'incomplete escapes': '%C3',
  'equal signs': '=&',
  slashes: '/',
  addresses: 'a@a.',
  hyphens: 'a-',
  digits: '9',
  wildcards: '%_*',
  suggestions: ' Did you mean ',
  dollars: '${$',
}

/** `all` is a mixture: a part of the text for each alphabet. */
export type Alphabet = keyof typeof units | 'all'

export const alphabets = Object.keys(units) as (keyof typeof units)[]

/** A long text of one alphabet, in the forms that the parts of a request need. */
export interface HostileText {
  readonly alphabet: Alphabet
  /** The text, whose JSON has a number of bytes. */
  readonly text: string
  /** The beginning of the text as a part of a URL, of a header or of a body of a form. */
  readonly escaped: string
}

/** Characters that are also sent as they are: `%5B` means the same as `[`. */
const plainInUrls = /^[\w.,:@*'()[\]%=&/$-]+$/

function escapedUnit(unit: string): string {
  if (plainInUrls.test(unit)) return unit
  return unit.isWellFormed() ? encodeURIComponent(unit) : '%ED%A0%80'
}

interface Sizes {
  /** Bytes of the text in JSON. */
  readonly bytes: number
  readonly escaped: number
}

export function hostileText(alphabet: Alphabet, { bytes, escaped }: Sizes): HostileText {
  if (alphabet === 'all') {
    const share = { bytes: bytes / alphabets.length, escaped: escaped / alphabets.length }
    const parts = alphabets.map((each) => hostileText(each, share))
    return {
      alphabet,
      text: parts.map(({ text }) => text).join(''),
      escaped: parts.map((part) => part.escaped).join(''),
    }
  }
  const unit = units[alphabet]
  const inUrl = escapedUnit(unit)
  return {
    alphabet,
    text: unit.repeat(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(unit)) - 2))),
    escaped: inUrl.repeat(Math.floor(escaped / inUrl.length)),
  }
}
