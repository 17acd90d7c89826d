export interface ConfigMistake {
  /** The name of the file, or `the environment`. */
  readonly file: string
  /** The path of the key, joined by dots. Empty for the whole configuration. */
  readonly path: string
  readonly message: string
}

/** Reports all mistakes of a configuration together. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly mistakes: readonly ConfigMistake[]) {
    super(
      [
        `The configuration has ${mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`}:`,
        ...mistakes.map(({ file, path, message }) => `  ${file}: ${path === '' ? '' : `${path} `}${message}`),
      ].join('\n'),
    )
  }
}
