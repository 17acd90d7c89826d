import * as development from './development.js'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** Node doesn't set the `development` condition, so `NODE_ENV` decides. */
const quiet = process.env.NODE_ENV === 'production'

export const warnOfMissing: typeof development.warnOfMissing = (...args) => {
  if (!quiet) development.warnOfMissing(...args)
}

export const warnOfAddress: typeof development.warnOfAddress = (...args) => {
  if (!quiet) development.warnOfAddress(...args)
}

export const warnOfSilence: typeof development.warnOfSilence = (...args) => {
  if (!quiet) development.warnOfSilence(...args)
}

export const warnOfStatus: typeof development.warnOfStatus = (...args) => {
  if (!quiet) development.warnOfStatus(...args)
}
