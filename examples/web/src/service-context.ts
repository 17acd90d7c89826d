import { createContext, useContext } from 'react'
import type { Service } from './service.js'

export const ServiceContext = createContext<Service | null>(null)

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (!service) throw new Error('useService needs a ServiceContext above it.')
  return service
}
