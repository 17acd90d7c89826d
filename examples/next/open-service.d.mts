import type { ContentApi } from '@content-api/server'

export declare const demo: { readonly username: string; readonly email: string; readonly password: string }
export declare function openService(database: string): Promise<ContentApi>
