/** The version of python3 on this machine, or null if it is missing or too old. */
export function pythonVersion(): string | null
