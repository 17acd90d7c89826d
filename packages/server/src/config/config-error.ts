export interface ConfigMistake {
  /** The file, or `the environment`. */
  readonly file: string
  /** The key, its parts joined by dots; empty for the whole. */
  readonly path: string
  readonly message: string
}

/** Every mistake of a configuration at once. */
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
