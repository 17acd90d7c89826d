/** The problem and what to do about it, by the error code of the operating system. */
const explanations: Readonly<Record<string, string>> = {
  EACCES: "you don't have permission to write there. Choose another place, or change its owner or its mode",
  EPERM: "you don't have permission to write there. Choose another place, or change its owner or its mode",
  EROFS: 'its file system is read-only. Choose another place',
  ENOSPC: 'the disk is full. Make room on it',
  EISDIR: 'it is a folder. Name a file in it',
  ENOTDIR: 'a part of its path is a file, not a folder. Choose another place',
  EMFILE: 'too many files are open. Raise the limit, for example with "ulimit -n 4096"',
  ECONNREFUSED: 'nothing listens there. Start the database, or name another one with DATABASE_URL or --database',
  ENOTFOUND: 'there is no such host. Check DATABASE_URL, --database or "database" in the configuration',
}

/** Returns whether an error means that this process or the machine can't open more files at the moment. */
export function isOutOfFiles(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown }
  return code === 'EMFILE' || code === 'ENFILE' || (cause !== undefined && isOutOfFiles(cause))
}

/**
 * Explains an error of the operating system. Returns undefined for other errors, and for codes without an
 * explanation.
 */
export function explainSystemError(error: unknown): string | undefined {
  // Sequelize keeps the error of the driver in `original`.
  const { code, original } = error as { readonly code?: unknown; readonly original?: unknown }
  if (code === undefined && typeof original === 'object' && original !== null) return explainSystemError(original)
  const explanation = typeof code === 'string' ? explanations[code] : undefined
  return explanation && `${explanation} (${String(code)}).`
}
