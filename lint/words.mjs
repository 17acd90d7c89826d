/**
 * Words that comments and documents must not contain, each with its replacement. They are private, poetic or
 * ambiguous words for things that have a standard name. `only: 'comments'` limits a word to comments.
 */
export const words = [
  { pattern: /\btold\b|\btells?\b(?! (?:\w+ )?apart)/i, use: 'reports, returns, is notified of' },
  { pattern: /\bforeign\b(?![- ]keys?\b)/i, use: 'custom, another, external' },
  { pattern: /\bowed\b/i, use: 'expected' },
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bhand(?:s|ed|ing)? (?:over|on)\b/i, use: 'pass to, return' },
  { pattern: /\bf[ae]lls? short\b/i, use: 'fails' },
  { pattern: /\bwhoever\b/i, use: 'callers that, users that' },
  { pattern: /\bmended?\b/i, use: 'fix' },
  { pattern: /\bc[oa]mes? away\b|\blets? go of\b/i, use: 'release, close' },
  { pattern: /\bas observed\b/i, use: 'as in Strapi 4.26' },
  { pattern: /\basked for\b|\basks? for\b/i, use: 'requested, requires' },
  { pattern: /\btak(?:e|es|en|ing) away\b/i, use: 'delete, remove' },
  { pattern: /\b(?:whence|thereof|wherein|nought|lest)\b/i, use: 'a plain word' },
  { pattern: /\bas befits\b|\bheeds?\b/i, use: 'follows, respects' },
  { pattern: /\bgiven\b(?! that)/i, use: 'argument, input, provided', only: 'comments' },
  { pattern: /\bat once\b/i, use: 'immediately, together, concurrently', only: 'comments' },
  { pattern: /(?<!connection )\brefus(?:es?|ed|als?)\b/i, use: 'rejects', only: 'comments' },
]

/**
 * Names that sources must not declare, each with its replacement. `anywhere` concerns a word within a name,
 * such as `wasTold`. The others concern the whole name, because `linksBelow` is clear and `below` isn't.
 */
export const identifiers = [
  { pattern: /^(?:told|owed|anew|mended|whoever|patience)$/i, anywhere: true, use: 'a term of the glossary' },
  { pattern: /^(?:apart|below|dress|gone|literally|there|together)$/, use: 'a noun or a verb, such as children' },
  { pattern: /^goes[A-Z]/, use: 'is, has or can, such as isSent' },
  { pattern: /^(?:in|under|without)(?:Data|Id|Cors)$/, use: 'a verb, such as replaceInData' },
]

/** Returns why a declared name is not allowed: `{ word, use }`, or null. */
export function findIdentifierWord(name) {
  const parts = name.split(/(?=[A-Z])|_/)
  const found = identifiers.find(({ pattern, anywhere }) =>
    anywhere ? parts.some((part) => pattern.test(part)) : pattern.test(name),
  )
  return found ? { word: name, use: found.use } : null
}

/** Returns the words in a text that must not occur: `{ index, word, use }`. `kind` is `comments` or `documents`. */
export function findWords(text, kind) {
  return words
    .filter(({ only }) => only === undefined || only === kind)
    .flatMap(({ pattern, use }) =>
      [...text.matchAll(new RegExp(`(?<![-/.])(?:${pattern.source})`, 'gi'))].map(({ 0: word, index }) => ({
        index,
        word,
        use,
      })),
    )
    .toSorted((a, b) => a.index - b.index)
}

/** Returns the message about a word. */
export const messageAbout = ({ word, use }) => `Don't write '${word}'. Use: ${use} (lint/words.mjs).`
