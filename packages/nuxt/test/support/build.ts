// The generated module of an application with a proxy and one token per login.
import { auth } from '@content-api/sdk'

export const options = {}
export const signIn = auth
export const isProxied = true
