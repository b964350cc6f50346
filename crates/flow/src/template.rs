//! Values with expressions in them.
