import type * as OpenId from 'openid-client'
import { onDemand } from '@content-api/engine/on-demand'

export const loadOpenIdClient = onDemand(
  'sign-in with providers',
  (): Promise<typeof OpenId> => import('openid-client'),
)
