import { isProxied, options, signIn } from '#build/content-api.mjs'
import { type Auth, type ClientOptions, createClient } from '@content-api/sdk'
import { shareRenewal } from '@content-api/sdk/frameworks'
import { defineNuxtPlugin, type NuxtApp, refreshNuxtData, useRuntimeConfig } from 'nuxt/app'
import { browserStorage, proxiedStorage, serverStorage } from './storages.js'
import { KEY_PREFIX, PROXY, TOKEN } from './names.js'

/** A sign-in with a provider takes minutes. */
const SIGN_IN_SECONDS = 10 * 60

type Changes = Pick<Auth<unknown>, 'onChange'>

/** Creates the client of the application: one per request on the server, one per page in the browser. */
export default defineNuxtPlugin({
  name: 'content-api',
  setup(nuxtApp) {
    const api = createClient(clientOptions(nuxtApp))
    if (signIn) {
      const storageOf = storages()
      const added: object = api.with(
        signIn({
          storage: storageOf(TOKEN),
          refreshStorage: storageOf('content-api.refresh-token'),
          signInStorage: storageOf('content-api.sign-in', SIGN_IN_SECONDS),
          ...(import.meta.server && { shareRenewal }),
        }),
      )
      if (import.meta.client) refreshAfterSignIn(nuxtApp, (added as { readonly auth: Changes }).auth)
    }
    return { provide: { contentApi: api } }
  },
})

function clientOptions({ payload }: NuxtApp): ClientOptions {
  const config = useRuntimeConfig()
  const { url } = config.public.contentApi
  if (import.meta.server) {
    const { contentApi } = config
    return { ...options, baseURL: contentApi?.url || url, token: contentApi?.token || undefined }
  }
  if (!isProxied) return { ...options, baseURL: url }
  const proxied = { ...options, baseURL: config.app.baseURL.replace(/\/$/, '') + PROXY }
  // A prerendered page doesn't know whether the visitor has a session. With this option, `auth.me` asks the service.
  return payload.prerenderedAt === undefined ? proxied : { ...proxied, defaults: { credentials: 'include' } }
}

function storages() {
  if (import.meta.server) return serverStorage({ httpOnly: isProxied })
  return isProxied ? proxiedStorage() : browserStorage
}

/** Reads all content again, because another user may read other entries. */
function refreshAfterSignIn(nuxtApp: NuxtApp, auth: Changes): void {
  auth.onChange(({ type }) => {
    if (type === 'renewed') return
    const keys = Object.keys(nuxtApp.payload.data).filter((key) => key.startsWith(KEY_PREFIX))
    void nuxtApp.runWithContext(async () => refreshNuxtData(keys))
  })
}
