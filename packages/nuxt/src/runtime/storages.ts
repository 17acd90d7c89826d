import { cookieStorage, memoryStorage, type TokenStorage } from '@content-api/sdk'
import { useRequestEvent, useRequestURL, useRuntimeConfig, useState } from 'nuxt/app'
import { SESSION, SIGNED_IN, STAND_IN, TOKEN } from './names.js'

/** Returns the storage of a token by the name of its cookie. */
type StorageOf = (name: string, maxAge?: number) => TokenStorage

/** Keeps tokens in cookies that scripts of the page can read, for applications without a server. */
export const browserStorage: StorageOf = (name, maxAge) =>
  cookieStorage({ name, ...(maxAge !== undefined && { maxAge }) })

/** Keeps tokens in the cookies of the current request. */
export function serverStorage({ httpOnly }: { readonly httpOnly: boolean }): StorageOf {
  const event = useRequestEvent()
  const secure = useRequestURL().protocol === 'https:'
  const isSignedIn = useState(SIGNED_IN, () => false)
  return (name, maxAge) => {
    const storage = cookieStorage({
      name,
      secure,
      httpOnly,
      ...(maxAge !== undefined && { maxAge }),
      read: () => event?.headers.get('cookie'),
      write(cookie) {
        if (event?.res?.headers) event.res.headers.append('set-cookie', cookie)
        else event?.node?.res.appendHeader('set-cookie', cookie)
      },
    })
    if (name === TOKEN) isSignedIn.value = storage.get() !== undefined
    return storage
  }
}

/** Remembers whether a user has signed in. The server keeps the tokens in cookies. */
export function proxiedStorage(): StorageOf {
  const { app } = useRuntimeConfig()
  const isSignedIn = useState(SIGNED_IN, () => false)
  return (name) => {
    const memory = memoryStorage(name === TOKEN && isSignedIn.value ? STAND_IN : undefined)
    // The pending sign-in with a provider stays in this page: the server doesn't know it.
    if (name.endsWith('sign-in')) return sessionTabStorage(name)
    return {
      get: () => memory.get(),
      async set(token) {
        await memory.set(token)
        if (token === undefined) await fetch(app.baseURL.replace(/\/$/, '') + SESSION, { method: 'DELETE' })
      },
    }
  }
}

function sessionTabStorage(name: string): TokenStorage {
  return {
    get: () => sessionStorage.getItem(name) ?? undefined,
    set(token) {
      if (token === undefined) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, token)
    },
  }
}
