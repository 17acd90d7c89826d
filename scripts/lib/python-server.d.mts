/** The version of python3 on this machine; null where it is missing or too old. */
export function pythonVersion(): string | null
