/** What is the matter, by the code of the operating system, and what to do about it. */
const explanations: Readonly<Record<string, string>> = {
  EACCES: "you don't have the right to write there. Choose another place, or change its owner or its mode",
  EPERM: "you don't have the right to write there. Choose another place, or change its owner or its mode",
  EROFS: 'its file system is read-only. Choose another place',
  ENOSPC: 'the disk is full. Make room on it',
  EISDIR: 'it is a folder. Name a file in it',
  ENOTDIR: 'a file stands where a folder is needed. Choose another place',
  EMFILE: 'too many files are open. Raise the limit, for example with "ulimit -n 4096"',
  ECONNREFUSED: 'nothing listens there. Start the database, or name another one with DATABASE_URL or --database',
  ENOTFOUND: 'there is no such host. Look at DATABASE_URL, --database or "database" in the configuration',
}

/** Returns undefined for an error that is none of the operating system's, or whose own message has to do. */
export function explainSystemError(error: unknown): string | undefined {
  // Sequelize keeps the error of the driver beside its own.
  const { code, original } = error as { readonly code?: unknown; readonly original?: unknown }
  if (code === undefined && typeof original === 'object' && original !== null) return explainSystemError(original)
  const explanation = typeof code === 'string' ? explanations[code] : undefined
  return explanation && `${explanation} (${String(code)}).`
}
