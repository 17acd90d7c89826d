/** The name of nothing. What needs it fits nothing. */
export declare const unknownName: unique symbol
