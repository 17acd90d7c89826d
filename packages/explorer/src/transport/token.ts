const storageKey = 'content-api.token'

/**
 * Returns the token from the address after removing it there; if the address has none, the token of an
 * earlier visit. It is kept in local storage, because browsers would send a cookie to every port of this
 * machine.
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
    // Without local storage, the token is lost when the page is closed or reloaded.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
