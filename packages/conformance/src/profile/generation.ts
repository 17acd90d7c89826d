import type { Configuration } from './configuration.js'

/** The interface that a run checks. Each has its own ledger. */
export const generations = ['strapi-4', 'strapi-5'] as const
export type Generation = (typeof generations)[number]

/** Returns the interface that a profile describes. */
export const generationOf = ({ profile }: Pick<Configuration, 'profile'>): Generation =>
  profile === 'strapi-5' ? 'strapi-5' : 'strapi-4'
