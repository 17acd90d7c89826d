const warned = new Set<string>()
/** Names may come from requests, so their number needs a limit. */
const maximumWarnings = 1_000

/** Warns once about a parameter of project code that Strapi 4 ignores too. */
export function warnIgnored(place: string, name: string): void {
  const message = `${place} ignores ${JSON.stringify(name.slice(0, 100))}, as Strapi 4 does.`
  if (warned.has(message) || warned.size >= maximumWarnings) return
  warned.add(message)
  process.emitWarning(message)
}
