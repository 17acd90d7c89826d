import type { Configuration } from '../profile/configuration.js'
import type { Exchange } from './exchange.js'
import type { Redaction } from './redaction.js'

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the options with which curl trusts the same certificates as the run. Empty without such a setting. */
export function trustOf({ tls }: Pick<Configuration, 'tls'>): string {
  if (tls?.insecure) return ' -k'
  return tls?.ca === undefined ? '' : ` --cacert ${quote(tls.ca)}`
}

function methodOptions(method: string): readonly string[] {
  if (method === 'GET') return []
  // With `-X HEAD` curl would wait for a body.
  return method === 'HEAD' ? ['--head'] : ['-X', method]
}

/**
 * Returns a command that repeats a request in a POSIX shell, except for multipart bodies. It reads the token
 * from the variable TOKEN.
 */
export function curl(exchange: Exchange, redaction: Redaction, trust = ''): string {
  const headers = Object.entries(exchange.requestHeaders).flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization'
      ? ['-H', '"Authorization: Bearer $TOKEN"']
      : ['-H', quote(`${name}: ${redaction.text(value)}`)],
  )
  return [
    `curl -g -i${trust}`,
    ...methodOptions(exchange.method),
    ...headers,
    ...(exchange.requestBody === undefined ? [] : ['--data-binary', quote(redaction.text(exchange.requestBody))]),
    quote(redaction.text(exchange.url)),
  ].join(' ')
}
