import type { Command } from 'commander'
import type { Configuration } from '../profile/configuration.js'

/** The options of every command that asks a target. */
export interface ConnectionOptions {
  readonly config?: string
  readonly token?: string
  readonly ca?: string
  readonly insecure?: boolean
}

export function connectionOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration file instead of conformance.config.{ts,js,mjs,json}')
    .option('--token <token>', 'full token; CONFORMANCE_TOKEN in the environment is better, since commands are logged')
    .option('--ca <file>', 'certificates in PEM to trust besides those of Node')
    .option('--insecure', 'trust any certificate of the target')
}

/** The configuration with what the environment and the command line say of the connection, the last winning. */
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
