mod attacks;
mod command_line;
mod evil;
mod kit;
mod providers;
mod sign_in;
