const said = new Set<string>()

function sayOnce(text: string): void {
  if (said.has(text)) return
  said.add(text)
  // oxlint-disable-next-line no-console -- what this file is for
  console.warn(`[content-api] ${text}`)
}

/** Says which links were asked for and didn't come: servers leave out what the caller may not see. */
export function warnOfMissing(name: string, answer: unknown, { populate }: { readonly populate?: unknown }): void {
  const entry = ([answer].flat() as { attributes?: object }[])[0]
  const asked = Array.isArray(populate)
    ? (populate as string[])
    : Object.keys(typeof populate === 'object' ? (populate ?? {}) : {})
  for (const link of new Set(asked.map((path) => path.split('.')[0] ?? ''))) {
    const wanted = Array.isArray(populate) || (populate as Record<string, unknown>)[link]
    if (!wanted || !entry?.attributes || link in entry.attributes) continue
    sayOnce(`'${link}' of ${name} was to be populated and is missing: may the caller's role find what it refers to?`)
  }
}

/** Says what a server's address lacks or has too much of: every request would fail, and not say why. */
export function warnOfAddress({
  baseURL,
  prefix = '/api',
}: {
  readonly baseURL?: unknown
  readonly prefix?: string
}): void {
  if (typeof baseURL !== 'string') sayOnce(`baseURL is ${String(baseURL)}: is the setting that it comes from there?`)
  else if (!/^($|\/|https?:)/i.test(baseURL)) sayOnce(`baseURL '${baseURL}' should begin with https:// or http://`)
  else if (prefix !== '' && baseURL.replace(/\/$/, '').endsWith(prefix))
    sayOnce(`baseURL '${baseURL}' ends with ${prefix}, which the client adds itself: leave it out.`)
}

const hints: Readonly<Record<number, string>> = {
  401: 'the token is wrong or expired.',
  403: "give the caller's role, or the API token, the permission for this action.",
  405: 'the path exists with other methods: is the name that of a single type?',
}

/** Says what the status of an answer usually means. */
export function warnOfStatus(what: string, status: number): void {
  const hint = hints[status]
  if (hint) sayOnce(`${what} was answered with ${status}: ${hint}`)
}
