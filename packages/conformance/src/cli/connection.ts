import type { Command } from 'commander'
import type { Configuration } from '../profile/configuration.js'

/** The options of every command that sends requests to a target. */
export interface ConnectionOptions {
  readonly config?: string
  readonly token?: string
  readonly ca?: string
  readonly insecure?: boolean
}

export function connectionOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration file instead of conformance.config.{ts,js,mjs,json}')
    .option(
      '--token <token>',
      'full token; prefer the environment variable CONFORMANCE_TOKEN, because commands are logged',
    )
    .option('--ca <file>', 'file of PEM certificates to trust besides those of Node')
    .option('--insecure', 'trust any certificate of the target')
}

/**
 * Merges the connection settings of the configuration, the environment and the command line. Later sources
 * override earlier ones.
 */
export function withConnection(base: Configuration, { token, ca, insecure = false }: ConnectionOptions): Configuration {
  const full = token ?? process.env['CONFORMANCE_TOKEN'] ?? base.tokens.full
  const restricted = process.env['CONFORMANCE_RESTRICTED_TOKEN'] ?? base.tokens.restricted
  const tls = ca !== undefined || insecure ? { insecure, ...(ca === undefined ? {} : { ca }) } : base.tls
  return {
    ...base,
    tokens: {
      ...base.tokens,
      ...(full === undefined ? {} : { full }),
      ...(restricted === undefined ? {} : { restricted }),
    },
    ...(tls === undefined ? {} : { tls }),
  }
}
