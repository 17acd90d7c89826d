/** A name that no object has. A type that requires it accepts no value. */
export declare const unknownName: unique symbol
