const storageKey = 'content-api.token'

/**
 * Returns the token: of the address, from which it is removed, or of an earlier visit. Storage keeps it, because a cookie
 * would reach every port of this machine.
 */
export function takeToken(): string | null {
  const match = /^#token=([\w-]+)&?/.exec(location.hash)
  if (!match?.[1]) return stored()
  const rest = location.hash.slice(match[0].length)
  history.replaceState(null, '', rest === '' ? location.pathname : `${location.pathname}#${rest}`)
  keepToken(match[1])
  return match[1]
}

export function keepToken(token: string): void {
  try {
    localStorage.setItem(storageKey, token)
  } catch {
    // Without storage the token lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
